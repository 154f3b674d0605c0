declare module '*.lazy.css' {
  const styles: string;
  export default styles;
}
declare module '@tuffet-live/inspector/style.css' {
  const styles: string;
  export default styles;
}
declare module '*.css';

/** What Rspack's runtime offers to the code it bundles. */
declare let __webpack_public_path__: string;
declare let __webpack_get_script_filename__: (chunk: string) => string;
declare function __webpack_chunk_load__(chunk: string): Promise<unknown>;
declare function __webpack_require__(module: string): unknown;
