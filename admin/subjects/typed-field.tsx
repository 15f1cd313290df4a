import { useEffect, useId, useRef, useState } from 'react';

/** What is typed goes into the address after this pause. */
const typingPauseMs = 100;

interface TypedFieldProps {
  label: string;
  type: 'search' | 'text' | 'date';
  value: string | undefined;
  placeholder?: string;
  isValid: (value: string) => boolean;
  onChange: (value: string | undefined) => void;
}

/** Holds what is typed until there is a pause; follows the address when that changes by itself. */
export function TypedField({ label, type, value = '', placeholder, isValid, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [isTyping, setTyping] = useState(false);
  const latest = useRef(onChange);
  latest.current = onChange;
  const id = useId();

  useEffect(() => {
    if (!isTyping) setTyped(value);
  }, [value, isTyping]);

  const isSendable = typed.trim() === '' || isValid(typed);
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => {
      setTyping(false);
      if (isSendable) latest.current(typed.trim() || undefined);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, isTyping, isSendable]);

  return (
    <div className={`field field-${type}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={typed}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={!isSendable || undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setTyping(true);
        }}
      />
    </div>
  );
}
