import { fill } from '../state/format.ts';
import { useWords } from '../state/words.ts';
import { Download } from './icons.tsx';

export function CsvLink({ href, title }: { href: string; title: string }) {
  const { words } = useWords();
  return (
    <a className="csv" href={href} download aria-label={fill(words.table.download, { title })}>
      <Download />
      {words.table.csv}
    </a>
  );
}
