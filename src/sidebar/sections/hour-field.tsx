/** One of the hours of the day. */
import { Select } from '../controls/fields.js';

/** As a clock shows it. */
export function clockOf(hour: number | string): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockOf(hour) }));

interface HourFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (hour: string) => void;
}

export function HourField(props: HourFieldProps) {
  return <Select {...props} choices={HOURS} />;
}
