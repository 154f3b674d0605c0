import { type DevtoolsLanguage, languageOf } from '../options.ts';
import { createPanelView, type PanelView } from './panel-view.ts';

/** Options of `createPanel`. */
export interface PanelOptions {
  /** Default: the language of the document, then English. */
  language?: DevtoolsLanguage | undefined;
  /** Called when the user closes the panel. Without it, the panel has no title and no close button. */
  onClose?: (() => void) | undefined;
}

const NAME = 'tuffet-devtools';

type PanelElement = HTMLElement & { onClose?: (() => void) | undefined };

/** Not at the top level: there is no `HTMLElement` during SSR. */
function defineElement(): CustomElementConstructor {
  class TuffetDevtools extends HTMLElement {
    static readonly observedAttributes = ['lang'];
    onClose: (() => void) | undefined;
    private view: PanelView | undefined;

    connectedCallback(): void {
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open', delegatesFocus: true });
      this.view ??= createPanelView(root, this.onClose);
      this.view.start(languageOf(this.lang as DevtoolsLanguage));
    }

    disconnectedCallback(): void {
      this.view?.stop();
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.view?.start(languageOf(this.lang as DevtoolsLanguage));
    }
  }
  customElements.define(NAME, TuffetDevtools);
  return TuffetDevtools;
}

/**
 * Creates the panel as a custom element, also in production. Its size is that of its container.
 * Changes of its `lang` attribute apply immediately.
 */
export function createPanel(options: PanelOptions = {}): HTMLElement {
  const Panel = customElements.get(NAME) ?? defineElement();
  const panel = new Panel() as PanelElement;
  panel.lang = languageOf(options.language) === 'zh' ? 'zh-CN' : 'en';
  panel.onClose = options.onClose;
  return panel;
}
