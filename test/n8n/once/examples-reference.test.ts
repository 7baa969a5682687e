import './as-reference';
import './examples.test';
