// Mantine's rules are in a layer, so ours win whatever the order; tokens come first all the same.
import '@mantine/core/styles.layer.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import './mantine.css';
