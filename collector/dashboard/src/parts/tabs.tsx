import { linkTo, type Tab, type View } from '../state/address.ts';
import { useStrings } from '../state/strings.ts';

/** Links to the improvements and to the traffic of a site. */
export function Tabs({ view }: { readonly view: View }) {
  const { strings } = useStrings();
  const link = (tab: Tab | undefined, name: string) => (
    <a {...linkTo({ ...view, tab })} aria-current={view.tab === tab ? 'page' : undefined}>
      {name}
    </a>
  );
  return (
    <nav className="tabs" aria-label={strings.tabs.title}>
      {link(undefined, strings.tabs.improve)}
      {link('traffic', strings.tabs.traffic)}
    </nav>
  );
}
