// Mantine's rules are in a CSS layer, so our rules win in any order. Tokens still come first.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './mantine.css';
