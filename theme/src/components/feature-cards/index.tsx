import type { Feature } from '../../../../contracts/records.gen';
import './styles.css';

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
