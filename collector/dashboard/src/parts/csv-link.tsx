import { fill } from '../state/format.ts';
import { useStrings } from '../state/strings.ts';
import { Download } from './icons.tsx';

export function CsvLink({ href, title }: { href: string; title: string }) {
  const { strings } = useStrings();
  return (
    <a className="csv" href={href} download aria-label={fill(strings.table.download, { title })}>
      <Download />
      {strings.table.csv}
    </a>
  );
}
