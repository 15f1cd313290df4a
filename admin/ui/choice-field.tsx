interface ChoiceFieldProps {
  label: string;
  value: string;
  /** What is chosen, and how it is shown, in this order. */
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

export function ChoiceField({ label, value, options, onChange }: ChoiceFieldProps) {
  return (
    <label className="stack field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
