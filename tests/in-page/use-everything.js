export default async () => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const controls = document.querySelectorAll('button:enabled, summary, a[href^="#"]');
  for (const control of controls) {
    control.focus();
    control.click();
    if (control.role === 'switch') control.click();
    if (control.matches('.search-button')) {
      while (!document.querySelector('dialog[open]')) await nextFrame();
    }
    await scheduler.yield();
  }
  for (const menu of document.querySelectorAll(':popover-open')) menu.hidePopover();
  await nextFrame();
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  localStorage.clear();
  return controls.length;
};
