const HELP_ID = '_hover-help';

/** Announces names to screen readers, through a live region in the focused block. */
export class Announcer {
  readonly #status = document.createElement('p');
  readonly #help = document.createElement('p');

  constructor() {
    this.#status.className = 'unseen';
    this.#status.role = 'status';
    this.#help.id = HELP_ID;
    this.#help.className = 'hover-help';
  }

  say(text: string): void {
    this.#status.textContent = text;
  }

  /** Adds the live region to a block: only changes after that are announced. */
  enter(block: HTMLElement, text: string): void {
    const help = this.#help;
    if (help.parentElement !== block) {
      help.textContent = text;
      this.#status.textContent = '';
      help.previousElementSibling?.removeAttribute('aria-describedby');
      block.querySelector('pre')?.after(help, this.#status);
      block.querySelector('pre')?.setAttribute('aria-describedby', HELP_ID);
    }
  }
}
