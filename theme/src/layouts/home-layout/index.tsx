import { About } from '../../components/about';
import { Facts } from '../../components/facts';
import { FeatureCards } from '../../components/feature-cards';
import { Hero, TITLE_ID } from '../../components/hero';
import { Shell } from '../../components/shell';
import { Sidebar } from '../../components/sidebar';
import { Ways } from '../../components/ways';
import { usePage } from '../../shared/hooks/use-page-data';
import './styles.css';

export default function HomeLayout() {
  const { frontmatter, original } = usePage();
  const { facts, features, ways } = frontmatter;
  return (
    <Shell title={TITLE_ID}>
      <Sidebar />
      <main className="front" {...original}>
        <Hero />
        {features && <FeatureCards features={features} />}
        {facts && <Facts facts={facts} />}
        {ways && <Ways ways={ways} />}
        <About />
      </main>
    </Shell>
  );
}
