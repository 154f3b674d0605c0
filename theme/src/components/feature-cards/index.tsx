import type { Feature } from '../../../../contracts/records.gen';
import { SiteLink } from '../site-link';
import './styles.css';

export const FeatureCards = ({ features }: { readonly features: readonly Feature[] }) => (
  <ul className="cards">
    {features.map(({ title, text, proof }) => (
      <li key={title}>
        <h2>{title}</h2>
        <p>{text}</p>
        {proof && (
          <p className="proof">
            <SiteLink path={proof.link}>{proof.text}</SiteLink>
          </p>
        )}
      </li>
    ))}
  </ul>
);
