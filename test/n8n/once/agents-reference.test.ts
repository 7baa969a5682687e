import './as-reference';
import './agents.test';
