import { type StorageValue, useStorageValue } from '@tuffet/react-hooks';
import { alerts } from './alerts';

type Props = { label: string; state: StorageValue<boolean> };

function Checkbox({ label, state: [isOn, set] }: Props) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => set(event.target.checked)}
      />
      {label}
    </label>
  );
}

export function AlertSettings() {
  const sound = useStorageValue(alerts, 'sound');
  const badge = useStorageValue(alerts, 'badge');
  return (
    <>
      <Checkbox label="Sound" state={sound} />
      <Checkbox label="Badge" state={badge} />
    </>
  );
}
