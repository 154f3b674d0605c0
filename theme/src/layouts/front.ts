/** The layouts that few pages have. They are one script and one stylesheet, see `app/front-layouts.ts`. */
export { default as HomeLayout } from './home-layout';
export { default as NotFoundLayout } from './not-found-layout';
