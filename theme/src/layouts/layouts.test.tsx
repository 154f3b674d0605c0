import { expect, test } from 'vitest';
import { render } from '../testing/render';
import { sampleChrome, samplePage } from '../testing/samples';
import DocLayout from './doc-layout';
import HomeLayout from './home-layout';
import NotFoundLayout from './not-found-layout';

test('the navigation marks the section of the page', () => {
  const marked = render(<DocLayout />).querySelectorAll('header nav [aria-current]');
  expect([...marked].map((link) => link.textContent)).toEqual(['Guide']);
});

test('a page without headings and an unknown path have none in the sidebar', () => {
  const page = samplePage({ path: '/guide/', headers: [] });
  expect(render(<DocLayout />, { page }).querySelector('.page-headings')).toBeNull();
  const layout = <NotFoundLayout chromes={[sampleChrome()]} isSettled />;
  expect(render(layout, { page: null }).querySelector('.page-headings')).toBeNull();
});

test('a home page that is not translated marks the language of each string', () => {
  const original = { lang: 'en', dir: 'ltr' } as const;
  const frontmatter = {
    layout: 'home',
    summary: 'A first cup.',
    action: { text: 'Start', link: '/guide/' },
    features: [{ title: 'Warm', text: 'It stays warm.' }],
    facts: [{ value: '2', text: 'cups' }],
    ways: [{ title: 'Green', text: 'Tea', note: 'Fresh', link: '/guide/' }],
  } as const;
  const chrome = sampleChrome({ locale: 'ar', dir: 'rtl' });
  const page = samplePage({ original, frontmatter });
  const home = render(<HomeLayout />, { page, chrome });
  const languagesOf = (selector: string) =>
    [...home.querySelectorAll<HTMLElement>(selector)].map((text) => {
      const { lang, dir } = text.closest<HTMLElement>('[lang]') ?? { lang: '', dir: '' };
      return `${lang} ${dir}`;
    });
  const texts = languagesOf('h1, .button, .cards h2, .cards p, .facts dt, .ways h2, .ways p');
  expect(texts).toEqual(Array(9).fill('en ltr'));
  const others = languagesOf('.tagline, .actions > :last-child, .about a, .about p');
  expect(others).toEqual(Array(5).fill('ar rtl'));
});

test('a translated home page has no attributes for its language', () => {
  const home = render(<HomeLayout />);
  expect(home.querySelectorAll('main[lang], main [lang]:not(.prose), [dir]')).toHaveLength(0);
});
