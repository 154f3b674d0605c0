import type { LinkCard } from '../../../../contracts/records.gen';
import { SiteLink } from '../site-link';
import './styles.css';

export const Ways = ({ ways }: { readonly ways: readonly LinkCard[] }) => (
  <ul className="ways">
    {ways.map(({ title, text, note, link }) => (
      <li key={title}>
        <h2>
          <SiteLink path={link}>{title}</SiteLink>
        </h2>
        <p>{text}</p>
        <p className="note">{note}</p>
      </li>
    ))}
  </ul>
);
