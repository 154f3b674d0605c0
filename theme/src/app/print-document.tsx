import type { ReactNode } from 'react';
import type { PrintRequest } from '../../../contracts/records.gen';
import type { Chrome } from './data';
import { Icons } from './icons';

/** All pages of a section, for printing. It has no scripts, and search engines ignore it. */
export function PrintDocument({ context, chrome, files, title, html }: PrintRequest): ReactNode {
  return (
    <html lang={chrome.locale} dir={chrome.dir === 'rtl' ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content={files.policy} />
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the build
          dangerouslySetInnerHTML={{ __html: files.styles }}
        />
        <title>{title}</title>
        <meta name="generator" content={context.generator} />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <Icons chrome={chrome as Chrome} />
      </head>
      <body>
        <main
          className="text printed"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see the policy of Content
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </body>
    </html>
  );
}
