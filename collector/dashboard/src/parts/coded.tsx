import { Fragment } from 'react';

/** A text in which some words are code: those between backticks. */
export const Coded = ({ text }: { text: string }) =>
  text
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** A path that may break where its parts end. */
export const PathText = ({ path }: { path: string }) =>
  path.split(/(?<=[/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
