import type { Exports, Libraries, Module, Values } from './library.ts';
import type { Page } from './page.ts';
import {
  ADOPTERS,
  CHECKS,
  HANDLERS,
  INITIAL,
  KEY,
  keyOf,
  MERGES,
  MIGRATIONS,
  type Release,
  TYPOS,
} from './release.ts';

/** A migration that ran. */
export interface MigrationRun {
  readonly step: number;
  /** As JSON: the function may change the object. */
  readonly input: string;
  readonly output: unknown;
}

/** An `adopt` function that ran. */
export interface AdoptionRun {
  /** The keys that it took, with their strings. */
  readonly taken: ReadonlyMap<string, string>;
  readonly output: unknown;
}

type Options = Record<string, unknown>;

/** One page with a release of the application, and what its callbacks did. */
export class Session {
  readonly page: Page;
  readonly release: Release;
  readonly exports: Exports;
  readonly consent: ReturnType<Exports['createConsent']> | undefined;
  module: Module | undefined;
  /** The codes of the errors that `onError` received. */
  readonly told: string[] = [];
  /** Values that wait in memory for consent. */
  readonly waiting = new Map<string, readonly (string | undefined)[]>();
  /** The whole entry was replaced or removed while they waited. */
  isReplaced = false;
  /** The callbacks that ran in the current turn. */
  migrations: MigrationRun[] = [];
  adoptions: AdoptionRun[] = [];

  constructor(page: Page, release: Release, libraries: Libraries) {
    this.page = page;
    this.release = release;
    this.exports = libraries[release.library ?? 'production'](page.globals);
    this.consent = release.consent && this.exports.createConsent();
  }

  /** Creates the module, as the code of the application does when it is imported. */
  open(): void {
    this.module = this.exports.createLocalStorage(this.createOptions());
  }

  /** The key of the entry. */
  get key(): string {
    const { version } = this.release;
    return this.module?.helper.getStorageKey() ?? keyOf(typeof version === 'number' ? version : 1);
  }

  get initial(): Values {
    return this.release.initial ?? INITIAL;
  }

  private createOptions(): Options {
    const { release, exports, initial } = this;
    const { version, preVersion, check, merge, adopt, typo } = release;
    const { storeInitial, protect, expiry, migrations } = release;
    const given: Options = {
      storageModuleKey: KEY,
      initial,
      version,
      preVersion,
      storeInitial,
      protect,
      check: check && CHECKS[check](initial),
      merge: merge && MERGES[merge](),
      consent: this.consent,
      expiry: expiry && exports.expireAfter(expiry),
      adopt: adopt && this.record(ADOPTERS[adopt](exports)),
      migrations: migrations === 'undefined' ? undefined : this.createMigrations(),
      onError: (error: { code: string }) => this.handle(error),
    };
    const options = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    if (migrations === 'undefined') options.migrations = undefined;
    if (typo) {
      options[typo] = options[TYPOS[typo]] ?? 1;
      delete options[TYPOS[typo]];
    }
    return options;
  }

  private handle(error: { code: string }): void {
    this.told.push(error.code);
    const { onError } = this.release;
    if (onError) HANDLERS[onError]()(() => this.module?.get());
  }

  private createMigrations(): Options | undefined {
    const { migrations } = this.release;
    if (typeof migrations !== 'object') return undefined;
    const functions = Object.entries(migrations).map(([version, name]) => {
      const migrate = MIGRATIONS[name]();
      if (typeof migrate !== 'function') return [version, migrate];
      const step = Number(version);
      const run = (previous: Values) => {
        const input = JSON.stringify(previous);
        const output = migrate(previous, step);
        this.migrations.push({ step, input, output });
        return output;
      };
      return [version, run];
    });
    return Object.fromEntries(functions);
  }

  private record(adopter: unknown): unknown {
    if (typeof adopter !== 'function') return adopter;
    return ({ read, take }: { read: Take; take: Take }, initial: object) => {
      const taken = new Map<string, string>();
      const takeKey = (key: string) => {
        const text = take(key);
        if (text !== null) taken.set(key, text);
        return text;
      };
      const output = adopter({ read, take: takeKey }, initial);
      this.adoptions.push({ taken, output });
      return output;
    };
  }
}

type Take = (key: string) => string | null;
