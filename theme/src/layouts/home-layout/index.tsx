import { About } from '../../components/about';
import { FeatureCards } from '../../components/feature-cards';
import { Hero, TITLE_ID } from '../../components/hero';
import { Shell } from '../../components/shell';
import { Sidebar } from '../../components/sidebar';
import { Ways } from '../../components/ways';
import { usePage } from '../../shared/hooks/use-page-data';
import './styles.css';

export default function HomeLayout() {
  const { features, ways } = usePage().frontmatter;
  return (
    <Shell title={TITLE_ID}>
      <Sidebar />
      <main className="front">
        <Hero />
        {features && <FeatureCards features={features} />}
        {ways && <Ways ways={ways} />}
        <About />
      </main>
    </Shell>
  );
}
