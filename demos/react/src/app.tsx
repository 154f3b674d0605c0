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
import { useStrings } from './use-strings.ts';

export function App() {
  const { strings } = useStrings();
  return (
    <>
      <TopBar />
      <main>
        <section className="intro">
          <h1>{strings.title}</h1>
          <p className="tagline">{strings.tagline}</p>
          <p>{strings.storageHint}</p>
          <SettingsRow />
        </section>
        {!hasStorage() && (
          <p className="denied" role="status">
            {strings.denied}
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
