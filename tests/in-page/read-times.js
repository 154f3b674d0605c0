export default () => ({
  painted: performance.getEntriesByName('first-paint')[0].startTime,
  files: performance.getEntriesByType('resource').map((entry) => ({
    path: new URL(entry.name).pathname,
    start: entry.startTime,
    end: entry.responseEnd,
    isBlocking: entry.renderBlockingStatus === 'blocking',
  })),
  hints: [...document.querySelectorAll('link[rel*=pre], link[rel=modulepreload]')].length,
  fonts: document.fonts.size,
});
