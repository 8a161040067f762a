CREATE TABLE `removed_ways_in` (
	`hash` text PRIMARY KEY NOT NULL,
	`removed_at` integer NOT NULL
) STRICT;
