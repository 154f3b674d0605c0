import logo from '../../../../docs/public/logo.svg';
import darkLogo from '../../../../docs/public/logo-dark.svg';

/** The stylesheet shows the image of the color mode. */
export const Logo = ({ size }: { size: number }) => (
  <>
    <img className="light-logo" src={logo} alt="" width={size} height={size} loading="lazy" />
    <img className="dark-logo" src={darkLogo} alt="" width={size} height={size} loading="lazy" />
  </>
);

const Icon = ({ path }: { path: string }) => (
  <svg className="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const ArrowLeft = () => <Icon path="M9.5 3.5 5 8l4.5 4.5M5.5 8H13" />;
export const ArrowOut = () => <Icon path="M6 4h6v6M12 4 4.5 11.5" />;
export const Download = () => <Icon path="M8 3v7M5 7.5 8 10.5l3-3M3.5 13h9" />;
export const Gear = () => <Icon path="M2.5 4.5h6M11.5 4.5h2M10 3v3M2.5 11.5h2M7.5 11.5h6M6 10v3" />;
export const Warning = () => <Icon path="M8 3.5v5M8 11.5v.5M8 1.5 15 14H1z" />;
