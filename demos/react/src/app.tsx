import { hasStorage } from '@tuffet-demos/shelf';
import { BreakIt } from './break-it.tsx';
import { InspectorDrawer } from './inspector-drawer.tsx';
import { NewTea } from './new-tea.tsx';
import { NoticeList } from './notice-list.tsx';
import { PageFooter } from './page-footer.tsx';
import { SettingsRow } from './settings-row.tsx';
import { TeaPot } from './tea-pot.tsx';
import { TeaShelf } from './tea-shelf.tsx';
import { TopBar } from './top-bar.tsx';
import { useWords } from './use-words.ts';

export function App() {
  const { words } = useWords();
  return (
    <>
      <TopBar />
      <main>
        <section className="intro">
          <h1>{words.title}</h1>
          <p className="tagline">{words.tagline}</p>
          <p>{words.keeping}</p>
          <SettingsRow />
        </section>
        {!hasStorage() && (
          <p className="denied" role="status">
            {words.denied}
          </p>
        )}
        <div className="columns">
          <div className="stack">
            <TeaShelf />
            <TeaPot />
          </div>
          <NewTea />
        </div>
        <BreakIt />
      </main>
      <PageFooter />
      <InspectorDrawer />
      <NoticeList />
    </>
  );
}
