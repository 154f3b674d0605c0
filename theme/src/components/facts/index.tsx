import type { Fact } from '../../../../contracts/records.gen';
import './styles.css';

export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ value, text }) => (
      <div key={text}>
        <dt>{text}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
