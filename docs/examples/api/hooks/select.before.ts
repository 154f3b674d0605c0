import './keep.before';
