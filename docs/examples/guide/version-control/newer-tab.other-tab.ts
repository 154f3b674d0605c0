import './carry-over';
