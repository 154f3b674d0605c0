export default async () => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const controls = document.querySelectorAll(
    'button:enabled:not(.search-button, .lost-search), summary, a[href^="#"]',
  );
  for (const control of controls) {
    control.focus();
    control.click();
    if (control.role === 'switch') control.click();
    await scheduler.yield();
  }
  for (const menu of document.querySelectorAll(':popover-open')) menu.hidePopover();
  await nextFrame();
  localStorage.clear();
  return controls.length;
};
