export const commandKey = (): string => (navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl');
