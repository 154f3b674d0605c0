export default async ([rules, exclude]) => {
  const { violations, incomplete, passes } = await axe.run(
    { exclude },
    {
      runOnly: rules,
      resultTypes: ['violations', 'incomplete'],
      preload: false,
      // They cannot be asked from here: a test that has some looks into them.
      iframes: false,
      rules: { 'frame-tested': { enabled: false } },
      selectors: false, // they take as long as all the rest
    },
  );
  const unclear = incomplete.filter(({ id }) => id !== 'color-contrast');
  const tell = ({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`);
  return {
    faults: [...violations, ...unclear].flatMap(tell),
    rules: [...violations, ...incomplete, ...passes].map(({ id }) => id),
  };
};
