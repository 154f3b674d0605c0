import { memo, type Ref, useRef } from 'react';
import { createPolicy } from '../../app/trusted-types';
import { useCopyButtons } from '../../shared/hooks/use-copy-buttons';
import { useChrome } from '../../shared/hooks/use-page-data';

// docsite has made the text safe: raw HTML is off, and addresses pass an allow-list.
const policy = createPolicy('docsite-content', { createHTML: (html: string) => html });

/** Where the text begins. No heading can have it: theirs are kebab-case. */
export const CONTENT_ID = '_text';

interface ContentProps {
  /** The text of a page. */
  readonly html: string;
}

/** The text of a page, with a copy button in each code block. */
export function Content({ html }: ContentProps) {
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content, html, useChrome().strings);
  return <Text html={html} place={content} />;
}

/** Renders only for another text: each time would put it in anew, and lose the copy buttons. */
const Text = memo(({ html, place }: ContentProps & { readonly place: Ref<HTMLDivElement> }) => (
  <div
    className="prose"
    id={CONTENT_ID}
    data-content=""
    ref={place}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see the policy above.
    dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }}
  />
));
