import type { Feature } from '../../../../contracts/records.gen';
import './styles.css';

/** What makes it worth a look. */
export const FeatureCards = ({ features }: { readonly features: readonly Feature[] }) => (
  <ul className="cards">
    {features.map(({ title, text }) => (
      <li key={title}>
        <h2>{title}</h2>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);
