CREATE TABLE `left_members` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`left_on` integer NOT NULL,
	`ratings` text NOT NULL
) STRICT;
