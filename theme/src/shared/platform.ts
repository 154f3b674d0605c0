/** What the key is called that goes with others. */
export const commandKey = (): string => (navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');
