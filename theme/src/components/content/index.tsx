import { memo, type Ref, useRef } from 'react';
import type { Page } from '../../app/data';
import { createPolicy } from '../../app/trusted-types';
import { useCopyButtons } from '../../shared/hooks/use-copy-buttons';
import { useChrome, usePage } from '../../shared/hooks/use-page-data';

// docsite renders safe HTML: raw HTML in Markdown is off, and addresses pass an allow-list.
const policy = createPolicy('docsite-content', { createHTML: (html: string) => html });

/** Ids of headings are kebab-case, so they can't be the same. */
export const CONTENT_ID = '_text';

interface ContentProps {
  readonly html: string;
}

export function Content({ html }: ContentProps) {
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content, html, useChrome().strings);
  return <Text html={html} place={content} language={usePage().original} />;
}

interface TextProps extends ContentProps {
  readonly place: Ref<HTMLDivElement>;
  readonly language: Page['original'];
}

/** Memoized: a re-render would replace the HTML and remove the copy buttons. */
const Text = memo(({ html, place, language }: TextProps) => (
  <div
    {...language}
    className="prose"
    id={CONTENT_ID}
    data-content=""
    ref={place}
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see the policy above.
    dangerouslySetInnerHTML={{ __html: policy.createHTML(html) }}
  />
));
