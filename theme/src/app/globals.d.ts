declare module '*.lazy.css' {
  const styles: string;
  export default styles;
}
declare module '*.css';

/** The targets of clicks before the lazy features have started, from the inline script. */
declare var earlyClicks: (EventTarget | null)[] | undefined;

/** Provided by Rspack's runtime. */
declare let __webpack_public_path__: string;
declare let __webpack_get_script_filename__: (chunk: string) => string;
declare function __webpack_chunk_load__(chunk: string): Promise<unknown>;
declare function __webpack_require__(module: string): unknown;
