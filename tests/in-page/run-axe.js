export default async ([rules, context]) => {
  const { violations, incomplete, passes } = await axe.run(
    Object.keys(context).length ? context : document,
    {
      runOnly: rules,
      resultTypes: ['violations', 'incomplete'],
      preload: false,
      // axe can't run in iframes from here. Tests of pages with iframes run it inside them.
      iframes: false,
      rules: { 'frame-tested': { enabled: false } },
      selectors: false, // would double the time
    },
  );
  const unclear = incomplete.filter(({ id }) => id !== 'color-contrast');
  const describe = ({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`);
  return {
    faults: [...violations, ...unclear].flatMap(describe),
    rules: [...violations, ...incomplete, ...passes].map(({ id }) => id),
  };
};
