import { useWords } from './use-words.ts';

export function PageFooter() {
  const { language, words } = useWords();
  return (
    <footer className="foot">
      <a href={language === 'zh' ? '/zh/guide/' : '/guide/'}>{words.documentation}</a>
      <a href="https://github.com/tuffet/tuffet/tree/main/demos/react">{words.source}</a>
    </footer>
  );
}
