import { useStrings } from './use-strings.ts';

export function PageFooter() {
  const { language, strings } = useStrings();
  return (
    <footer className="foot">
      <a href={language === 'zh' ? '/zh/guide/' : '/guide/'}>{strings.documentation}</a>
      <a href="https://github.com/tuffet/tuffet/tree/main/demos/react">{strings.source}</a>
    </footer>
  );
}
