/** Speaks to those who cannot see the card: in the block, where they are. */
export interface Voice {
  say(text: string): void;
  /** Makes it ready in a block: only what changes later is spoken. */
  enter(block: HTMLElement, help: string): void;
}

const HELP_ID = '_hover-help';

export function createVoice(): Voice {
  const status = document.createElement('p');
  status.className = 'unseen';
  status.role = 'status';
  const help = document.createElement('p');
  help.id = HELP_ID;
  help.className = 'hover-help';
  return {
    say: (text) => {
      status.textContent = text;
    },
    enter(block, text) {
      if (help.parentElement !== block) {
        help.textContent = text;
        status.textContent = '';
        help.previousElementSibling?.removeAttribute('aria-describedby');
        block.querySelector('pre')?.after(help, status);
        block.querySelector('pre')?.setAttribute('aria-describedby', HELP_ID);
      }
    },
  };
}
