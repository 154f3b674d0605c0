import './release-1';
