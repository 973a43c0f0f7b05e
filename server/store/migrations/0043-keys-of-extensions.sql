-- The origin that a key is bound to: that of a browser extension; null for a key that works from anywhere.
ALTER TABLE keys ADD COLUMN origin TEXT;
