import { Fragment } from 'react';

/** A string in which the parts between backticks are code. */
export const Coded = ({ text }: { text: string }) =>
  text
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a string have no other key.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** A path with line break opportunities. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?<=[/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
