import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { cleanLine } from '#contract/clean-text.ts';
import { filterSchema, maxTextCharacters } from '#contract/console-view.ts';
import { citiesQuery } from '../api/queries.ts';
import type { ViewSearch } from '../view-search.ts';

/** What is typed goes into the address after this pause: nobody waits for it, and quick typing asks once. */
const typingPauseMs = 50;

interface TypedFieldProps {
  label: string;
  type: 'search' | 'text' | 'date';
  /** Its place in the filter. */
  name: 'text' | 'city' | 'source' | 'from' | 'to' | 'toldBefore';
  search: ViewSearch;
  placeholder?: string;
  onChange: (changes: Record<string, string | undefined>, isTyping: boolean) => void;
}

/**
 * Holds typed text until there is a pause; follows the address when that changes by itself. Text that was put into
 * the address from here is not followed: more may have been typed meanwhile.
 */
export function TypedField({ label, type, name, search, placeholder, onChange }: TypedFieldProps) {
  const value = search[name] ?? '';
  const [typed, setTyped] = useState(value);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Put into the address, and not read back yet. */
  const sent = useRef<string[]>([]);
  const id = useId();
  const offersCities = name === 'city';
  const [isOffering, setOffering] = useState(false);
  const values = useQuery({ ...citiesQuery, enabled: offersCities && isOffering }).data?.cities;

  useEffect(() => {
    const place = sent.current.indexOf(value);
    // The later ones are still on their way; the address may skip earlier ones.
    sent.current = place === -1 ? [] : sent.current.slice(place + 1);
    if (place !== -1) return;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const isSendable = (text: string) => text.trim() === '' || filterSchema.shape[name].safeParse(text).success;
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = text.trim();
      if (!isSendable(text) || next === (sent.current.at(-1) ?? latest.current.value)) return;
      sent.current.push(next);
      latest.current.onChange({ [name]: next || undefined }, true);
    }, typingPauseMs);
  };

  return (
    <div className={`stack field field-${type}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={typed}
        placeholder={placeholder}
        list={offersCities ? `${id}-cities` : undefined}
        onFocus={() => setOffering(true)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={!isSendable(typed) || undefined}
        onChange={(event) => change(event.target.value)}
      />
      {offersCities && (
        <datalist id={`${id}-cities`}>
          {values?.map((city) => (
            <option key={city} value={cleanLine(city)} />
          ))}
        </datalist>
      )}
      {type !== 'date' && !isSendable(typed) && (
        <small role="alert">Too long: at most {maxTextCharacters} characters are looked for.</small>
      )}
    </div>
  );
}
