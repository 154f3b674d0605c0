import { Fragment } from 'react';

/** Renders the parts of a string that are in backticks as code. */
export const Coded = ({ text }: { text: string }) =>
  text
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a string have no other key.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** Renders a path with line break opportunities. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?<=[/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
