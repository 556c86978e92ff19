interface TargetPickerProps {
  legend: string;
  /** Shown where there is nothing to pick. */
  empty: string;
  options: readonly { id: string; name: string; about: string }[];
  picked: readonly string[];
  onPick: (ids: string[]) => void;
}

/** Chooses the stacks to compare, or the scenarios whose requirements they must meet. */
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
