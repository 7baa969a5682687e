import './as-reference';
import './recipes.test';
