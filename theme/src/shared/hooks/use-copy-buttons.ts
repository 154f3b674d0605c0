import { type RefObject, useEffect } from 'react';
import type { ContentDataset, ContentSelector } from '../../../../contracts/markup.gen';
import type { Strings } from '../../shared/strings';
import { COPY_MARK_MS, COPY_SETUP_DELAY_MS } from '../constants';
import { editedBlocks } from '../edited-blocks';

const SHELLS = ['sh', 'bash', 'shell', 'console'];

/** Adds a copy button to each code block. */
export function useCopyButtons(
  content: RefObject<HTMLElement | null>,
  html: string,
  strings: Strings,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text has new code blocks.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const block of content.current?.querySelectorAll<HTMLElement>(
        '.code' satisfies ContentSelector,
      ) ?? []) {
        block.querySelector('.copy') ?? addButton(block, createButton(block, strings));
      }
    }, COPY_SETUP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [content, html, strings]);
}

/** Before the button that runs the code, in the row of buttons if there is one. */
function addButton(block: HTMLElement, button: HTMLButtonElement): void {
  const place = block.querySelector('.code-tools' satisfies ContentSelector) ?? block;
  place.insertBefore(button, place.querySelector('.live-run' satisfies ContentSelector));
}

function createButton(block: HTMLElement, strings: Strings): HTMLButtonElement {
  const button = document.createElement('button');
  const label = document.createElement('span');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string, mark: string): void => {
    label.textContent = text;
    button.className = `copy ${mark}`;
  };
  button.type = 'button';
  // Screen readers announce the result.
  label.setAttribute('aria-live', 'polite');
  button.append(label);
  say(strings.copy, '');
  button.onclick = async () => {
    const isCopied = await copy(editedBlocks.get(block)?.() ?? textOf(block));
    say(isCopied ? strings.copied : strings.copyFailed, isCopied ? 'done' : 'failed');
    clearTimeout(timer);
    timer = setTimeout(say, COPY_MARK_MS, strings.copy, '');
  };
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // refused, or not a secure context
  }
}

/** The code without removed lines and prompts. */
function textOf(block: HTMLElement): string {
  const prompt = SHELLS.includes((block.dataset as ContentDataset).language ?? '')
    ? /^\$ /
    : /^(?!)/;
  return [...block.querySelectorAll('.line:not(.removed)' satisfies ContentSelector)]
    .map((line) => (line.textContent ?? '').replace(prompt, ''))
    .join('\n');
}
