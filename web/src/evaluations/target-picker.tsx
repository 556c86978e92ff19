interface TargetPickerProps {
  legend: string;
  /** What is said where there is nothing to pick. */
  empty: string;
  options: readonly { id: string; name: string; about: string }[];
  picked: readonly string[];
  onPick: (ids: string[]) => void;
}

/** Which stacks are compared, or which scenarios they must satisfy. */
export function TargetPicker({ legend, empty, options, picked, onPick }: TargetPickerProps) {
  const toggle = (id: string) =>
    onPick(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]);
  return (
    <fieldset className="wide">
      <legend>{legend}</legend>
      {options.length === 0 && <p className="quiet">{empty}</p>}
      {options.map(({ id, name, about }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={picked.includes(id)} onChange={() => toggle(id)} />
          {name}
          <span className="quiet">{about}</span>
        </label>
      ))}
    </fieldset>
  );
}
