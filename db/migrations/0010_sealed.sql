-- Renames the column, which gets one more value: 2 means sealed. drizzle-kit asks about this rename.
ALTER TABLE `ratings` RENAME COLUMN `is_placeholder` TO `state`;--> statement-breakpoint
CREATE TABLE `sealed_waits` (
	`driver_id` integer PRIMARY KEY NOT NULL,
	`oldest_at` integer NOT NULL,
	`second_rater_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sealed_waits_by_age` ON `sealed_waits` (`oldest_at`);--> statement-breakpoint
CREATE INDEX `sealed_waits_of_two` ON `sealed_waits` (`second_rater_at`) WHERE "sealed_waits"."second_rater_at" is not null;--> statement-breakpoint
CREATE TABLE `__new_ratings_not_mine` (
	`rating_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`rating_id`, `user_id`),
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_ratings_not_mine`("rating_id", "user_id", "created_at") SELECT "rating_id", "user_id", "created_at" FROM `ratings_not_mine`;--> statement-breakpoint
DROP TABLE `ratings_not_mine`;--> statement-breakpoint
ALTER TABLE `__new_ratings_not_mine` RENAME TO `ratings_not_mine`;--> statement-breakpoint
CREATE INDEX `ratings_not_mine_of` ON `ratings_not_mine` (`user_id`);--> statement-breakpoint
CREATE INDEX `ratings_not_mine_by_age` ON `ratings_not_mine` (`created_at`);--> statement-breakpoint
CREATE TABLE `__new_ratings_taken_along` (
	`rating_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`guest_key` text NOT NULL,
	`taken_at` integer NOT NULL,
	`had_placeholder` integer NOT NULL,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_ratings_taken_along`("rating_id", "user_id", "guest_key", "taken_at", "had_placeholder") SELECT "rating_id", "user_id", "guest_key", "taken_at", "had_placeholder" FROM `ratings_taken_along`;--> statement-breakpoint
DROP TABLE `ratings_taken_along`;--> statement-breakpoint
ALTER TABLE `__new_ratings_taken_along` RENAME TO `ratings_taken_along`;--> statement-breakpoint
CREATE INDEX `ratings_taken_along_by` ON `ratings_taken_along` (`user_id`);--> statement-breakpoint
CREATE INDEX `ratings_taken_along_from` ON `ratings_taken_along` (`guest_key`);--> statement-breakpoint
CREATE INDEX `ratings_taken_along_by_age` ON `ratings_taken_along` (`taken_at`);--> statement-breakpoint
CREATE TABLE `__new_used_request_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`rater_id` integer NOT NULL,
	`rating_id` integer,
	`said_hash` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`rater_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE cascade ON DELETE cascade,
	CONSTRAINT "used_request_keys_taken_back" CHECK(("__new_used_request_keys"."rating_id" is null) = ("__new_used_request_keys"."said_hash" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_used_request_keys`("key_hash", "rater_id", "rating_id", "said_hash", "created_at") SELECT "key_hash", "rater_id", "rating_id", "said_hash", "created_at" FROM `used_request_keys`;--> statement-breakpoint
DROP TABLE `used_request_keys`;--> statement-breakpoint
ALTER TABLE `__new_used_request_keys` RENAME TO `used_request_keys`;--> statement-breakpoint
CREATE INDEX `used_request_keys_of_rating` ON `used_request_keys` (`rating_id`);--> statement-breakpoint
CREATE INDEX `used_request_keys_of_rater` ON `used_request_keys` (`rater_id`);--> statement-breakpoint
CREATE INDEX `used_request_keys_by_age` ON `used_request_keys` (`created_at`);--> statement-breakpoint
ALTER TABLE `ratings` ADD `reply` text;--> statement-breakpoint
ALTER TABLE `ratings` ADD `is_reply_new` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `ratings_sealed` ON `ratings` (`driver_id`,`created_at`) WHERE "ratings"."state" = 2;--> statement-breakpoint
CREATE INDEX `ratings_new_replies` ON `ratings` (`rater_id`) WHERE "ratings"."is_reply_new" = 1;--> statement-breakpoint
ALTER TABLE `users` ADD `is_reveal_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- The rest, and the word STRICT above, is written by hand. A sealed verdict counts from the day on which it is opened.
CREATE TRIGGER `ratings_opened_by_day` AFTER UPDATE OF `state` ON `ratings` WHEN old.state <> 0 AND new.state = 0 BEGIN
	INSERT INTO `rating_days` (`day`, `ratings`) VALUES (new.created_at / 86400000, 1)
		ON CONFLICT (`day`) DO UPDATE SET `ratings` = `ratings` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_sealed` AFTER INSERT ON `ratings` WHEN new.state = 2 BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = new.driver_id;
	INSERT INTO `sealed_waits` SELECT new.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_sealed_gone` AFTER DELETE ON `ratings` WHEN old.state = 2 BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = old.driver_id;
	INSERT INTO `sealed_waits` SELECT old.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_sealed_changed` AFTER UPDATE OF `driver_id`, `rater_id`, `guest_key`, `state`, `created_at` ON `ratings` WHEN old.state = 2 OR new.state = 2 BEGIN
	DELETE FROM `sealed_waits` WHERE `driver_id` = old.driver_id;
	INSERT INTO `sealed_waits` SELECT old.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = old.driver_id AND `state` = 2
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
	DELETE FROM `sealed_waits` WHERE `driver_id` = new.driver_id;
	INSERT INTO `sealed_waits` SELECT new.driver_id, `oldest`.`created_at`, (
		SELECT `created_at` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2
			AND (`rater_id` <> `oldest`.`rater_id` OR `guest_key` IS NOT `oldest`.`guest_key`) ORDER BY `created_at` LIMIT 1
	) FROM (
		SELECT `created_at`, `rater_id`, `guest_key` FROM `ratings` WHERE `driver_id` = new.driver_id AND `state` = 2
			ORDER BY `created_at` LIMIT 1
	) AS `oldest`;
END;
